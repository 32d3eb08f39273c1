import { address } from '../../styles/admin.css'
import type { PageProps, Part } from '../part.ts'
import { AgentPage } from './agent.tsx'
import { Directory } from './directory.tsx'

function Page({ rest: [id] }: PageProps) {
  return id === undefined ? <Directory /> : <AgentPage id={Number(id)} />
}

/** The page `#agents`. */
export const part: Part = { Page, style: address }
