import { NotificationThrottle } from './notification-throttle.ts'
import { keyOf, type Subject } from './resource-subject.ts'
import { ANY_CONVERSATION } from './touched-resources.ts'

/** Somebody who wants to hear of one subject. */
export interface Listener {
  subject: Subject
  key: string
  /** The subject may have changed; the account may read it. */
  touched(): void
  /** The account may not read it any more: nothing follows. */
  lost(): void
}

/** Whoever follows what happens in a chat for one account, however many listen. */
export interface Following {
  /** The listener hears of everything that happens after this resolves. */
  add(listener: Listener): Promise<void>
  remove(listener: Listener): void
}

/** Tells of changes of a subject from now on, at a throttle, until what it answers is called or the subject is lost. */
export async function listenTo(
  following: Following,
  subject: Subject,
  changed: () => void,
): Promise<() => void> {
  const throttle = new NotificationThrottle(changed)
  const release = () => {
    throttle.stop()
    following.remove(listener)
  }
  const listener: Listener = {
    subject,
    key: keyOf(subject),
    touched: () => throttle.touch(),
    lost: release,
  }
  try {
    await following.add(listener)
  } catch (thrown) {
    release()
    throw thrown
  }
  return release
}

/** Whether one of these keys is what a listener listens to. */
export function isTouched({ subject, key }: Listener, touched: ReadonlySet<string>): boolean {
  return touched.has(key) || (subject.kind === 'dm' && touched.has(ANY_CONVERSATION))
}
