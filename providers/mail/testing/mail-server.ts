// A real SMTP server that keeps what it is sent.
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  readonly url: string
  /** Mails to this address, oldest first, their encoding undone. */
  to(address: string): string[]
  /** While true every mail is refused for now. */
  isBusy: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (made.isBusy) return done(new Error('Try again later'))
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ to, text: decoded(Buffer.concat(chunks).toString('latin1')) })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const made: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    to: (address) => mails.filter(({ to }) => to.includes(address)).map(({ text }) => text),
    isBusy: false,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
  return made
}

/** Undoes quoted-printable, as mail programs do. */
function decoded(raw: string): string {
  const bytes = raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
