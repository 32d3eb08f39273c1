import { installPackages, type Packages } from '../install-packages.ts'

/** Packages of the libraries, by the one that is imported. */
export const LIBRARIES: Readonly<Record<string, Packages>> = {
  '@ai-sdk/mcp': { '@ai-sdk/mcp': '2.0.99' },
  '@langchain/mcp-adapters': { '@langchain/mcp-adapters': '1.1.4' },
  '@mastra/mcp': { '@mastra/mcp': '2.0.0' },
  // The last one with a client in it: that of later releases is a package of its own, which the registry does not have.
  'mcp-use': { 'mcp-use': '1.34.6' },
  '@openai/agents': { '@openai/agents': '0.20.0' },
}

/** Folder with a library (see `installPackages`). */
export async function installed(library: string): Promise<string> {
  const dependencies = LIBRARIES[library] ?? {}
  const version = dependencies[library] ?? ''
  return installPackages(`foreign-clients/${library.replace('/', '-')}@${version}`, dependencies)
}
