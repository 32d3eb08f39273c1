import type { SendMail } from '../../src/contract/net.ts'

/** Mail that a server of a test has sent. */
export class Mailbox {
  mails: Parameters<SendMail>[0][] = []
  /** Whether nothing can be sent now. */
  isFailing = false

  readonly send = async (mail: Parameters<SendMail>[0]): Promise<void> => {
    if (this.isFailing) throw new Error('down')
    this.mails.push(mail)
  }
}
