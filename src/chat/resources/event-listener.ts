import { NotificationThrottle } from './notification-throttle.ts'
import { keyOf, type Subject } from './resource-subject.ts'
import { ANY_CONVERSATION } from './touched-resources.ts'

/** A listener to one subject. */
export interface Listener {
  subject: Subject
  key: string
  /** The subject may have changed; the account may read it. */
  touched(): void
  /** The account may no longer read it: no further call follows. */
  lost(): void
}

/** Follows the events of a chat for one account, shared by all of its listeners. */
export interface Following {
  /** The listener is notified of everything that happens after this resolves. */
  add(listener: Listener): Promise<void>
  remove(listener: Listener): void
}

/**
 * Notifies of changes of a subject from now on, throttled, until the returned function is called or the subject becomes
 * unreadable.
 */
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

/** Whether one of these keys is the listener's subject. */
export function isTouched({ subject, key }: Listener, touched: ReadonlySet<string>): boolean {
  return touched.has(key) || (subject.kind === 'dm' && touched.has(ANY_CONVERSATION))
}
