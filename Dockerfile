# Two stages: what is built needs nothing but Node.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json README.md LICENSE ./
RUN npm ci --ignore-scripts
COPY src src
COPY tools tools
COPY scripts scripts
COPY web web
RUN npm run build
# Uploads may be kept in a bucket; what speaks to one is no part of the package. Its versions are locked too.
COPY deploy/s3-client s3-client
RUN npm ci --prefix s3-client --ignore-scripts && mv s3-client/node_modules dist/node_modules

FROM node:24.21.0-bookworm-slim
# Where the container may make user namespaces, documents are parsed in some of their own.
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=1048576 BELLHOP_HOST=0.0.0.0 BELLHOP_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/dist ./
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 8402
HEALTHCHECK CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:8402/healthz', r => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# A public bind needs BELLHOP_ALLOWED_HOSTS and BELLHOP_KEY_FILE; see docs/hosting.md.
CMD ["node", "--max-semi-space-size=16", "--v8-pool-size=1", "lib/bellhop.mjs", "serve"]
