import { Aedes, type AedesOptions, type PublishPacket } from 'aedes';

type Done = (failure?: Error) => void;

/**
 * Nothing is forwarded by the broker itself: what boards send reaches viewers only after it is durable, by
 * `deliver`; wills, $SYS topics and retained messages reach nobody.
 */
export class EdgeAedes extends Aedes {
  constructor(options: AedesOptions) {
    super(options);
  }

  override publish(packet: PublishPacket, done: Done): void;
  override publish(packet: PublishPacket, client: unknown, done: Done): void;
  override publish(_packet: PublishPacket, clientOrDone: unknown, done?: Done): void {
    const finished = done ?? clientOrDone;
    if (typeof finished === 'function') finished();
  }
}
