import { session } from '../store/state.ts'
import { Loading } from '../ui/states.tsx'
import { Toasts } from '../ui/toast.tsx'
import { LazyPart } from './lazy-part.tsx'
import { Shell } from './shell.tsx'

const signIn = {
  title: '',
  load: async () => (await import('../parts/entry/page.tsx')).part,
}

/** The whole page: for somebody who is signed in, or who is not. */
export function App() {
  return (
    <>
      {session.value === 'unknown' && <Loading />}
      {session.value === 'out' && <LazyPart entry={signIn} rest={[]} />}
      {session.value === 'in' && <Shell />}
      <Toasts />
    </>
  )
}
