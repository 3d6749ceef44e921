import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { atEndOfFile } from './end-of-file.ts';

export interface ReceivedLetter extends Email {
  /** As it came over the wire. */
  readonly raw: string;
  /** The recipients of the envelope; the headers may name others. */
  readonly recipients: readonly string[];
}

export interface TestSmtp {
  readonly url: string;
  readonly received: readonly ReceivedLetter[];
  /** Goes away, and comes back at the same port. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** A real SMTP server on a port of the system's choice. It refuses addresses that begin with `nobody@`. */
export const startTestSmtp = async (): Promise<TestSmtp> => {
  const received: ReceivedLetter[] = [];
  let port = 0;
  let server: SMTPServer | null = null;

  const create = (): SMTPServer =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _session, done) {
        if (!address.startsWith('nobody@')) return done();
        done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      },
      onData(stream, session, done) {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        textOf(stream)
          .then(async (raw) => void received.push({ ...(await PostalMime.parse(raw)), raw, recipients }))
          .then(() => done(), done);
      },
    });

  const start = async (): Promise<void> => {
    const starting = create();
    await new Promise<void>((resolve) => starting.listen(port, '127.0.0.1', resolve));
    port = (starting.server.address() as AddressInfo).port;
    server = starting;
  };
  const stop = async (): Promise<void> => {
    const stopping = server;
    server = null;
    if (stopping) await new Promise<void>((resolve) => stopping.close(() => resolve()));
  };

  await start();
  atEndOfFile(stop);
  return { url: `smtp://127.0.0.1:${port}`, received, stop, start };
};
