import { keepEverywhere, signOut } from '../store/start.ts'
import type { MenuItem } from '../ui/menu.tsx'
import { say, sayFailure } from '../ui/toast.tsx'
import { t } from '../words/frame.ts'
import { isHelpOpen } from './help.ts'

/** Signs out; not before what is kept in this browser alone was named. */
async function leave(): Promise<void> {
  const count = await keepEverywhere()
  if (count === 0) await signOut()
  else {
    const run = () => void signOut().catch(sayFailure)
    say(t.account.unkept(count), { label: t.account.signOut, run })
  }
}

/** What somebody does with their account, for its menu. */
export function accountItems(): readonly MenuItem[] {
  return [
    { label: t.account.profile, icon: 'gear', href: '#settings/profile' },
    { label: t.account.page, icon: 'eye', href: '#settings/page' },
    { label: t.account.sessions, icon: 'lock', href: '#settings/sessions' },
    { label: t.account.shortcuts, icon: 'code', run: () => (isHelpOpen.value = true) },
    {
      label: t.account.signOut,
      icon: 'right',
      begins: true,
      run: () => void leave().catch(sayFailure),
    },
  ]
}
