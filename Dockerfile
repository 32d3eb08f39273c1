# Two stages: what is built needs nothing but Node.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json README.md LICENSE ./
RUN npm ci --ignore-scripts
COPY src src
COPY tools tools
COPY scripts scripts
COPY web web
RUN npm run build
# Uploads may be kept in a bucket; what speaks to one is no part of the package.
RUN npm install --prefix dist --no-save --no-package-lock --omit=dev --ignore-scripts \
    "@aws-sdk/client-s3@$(node -p "require('./package.json').devDependencies['@aws-sdk/client-s3']")"

FROM node:24-bookworm-slim
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=1048576 BELLHOP_HOST=0.0.0.0 BELLHOP_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/dist ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8402
HEALTHCHECK CMD ["node", "-e", "require('node:http').get('http://127.0.0.1:8402/healthz', r => process.exit(r.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# A public bind needs BELLHOP_ALLOWED_HOSTS and BELLHOP_KEY_FILE; see docs/hosting.md.
CMD ["node", "--max-semi-space-size=16", "--v8-pool-size=1", "lib/bellhop.mjs", "serve"]
