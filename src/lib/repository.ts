import manifest from '../../package.json' with { type: 'json' }

/** Address of the project's pages. A fork changes `repository` in `package.json`; `npm run docs` writes it everywhere else. */
export const REPOSITORY: string = manifest.repository.url.replace(/^git\+|\.git$/g, '')
