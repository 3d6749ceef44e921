import type { UnauthenticatedLimits } from '../limits/unauthenticated.ts';
import type { Rate } from './allowance.ts';

/** The credentials of a client. */
export interface MqttLogin {
  readonly username: string;
  readonly password: Buffer;
  readonly clientId: string;
  readonly link: MqttLink;
}

export interface MqttLink {
  readonly address: string;
  /** Version and transport as screens show them: 'MQTT 3.1.1, TLS' */
  readonly protocol: string;
}

/** The role of an authenticated connection: a publisher may only publish, a viewer may only subscribe. */
export type Admitted<Publisher, Viewer> =
  | {
      readonly role: 'publisher';
      readonly publisher: Publisher;
      /** The device, in canonical spelling; `null`: many devices share the user name, so connections are not counted by it. */
      readonly name: string | null;
    }
  | { readonly role: 'viewer'; readonly viewer: Viewer; readonly name: string };

interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Closes the connection of the message without an acknowledgement. */
  readonly sendAway: () => void;
}

export interface BrokerHooks<Publisher, Viewer> {
  /** Authenticates a client; `null` refuses it. */
  authenticate(login: MqttLogin): Promise<Admitted<Publisher, Viewer> | null>;
  /**
   * Takes a message. The broker acknowledges it after `done`; until then the publisher waits. Returns the device whose rate limit
   * the message uses; `null`: unknown.
   */
  receive(publisher: Publisher, message: MqttMessage, done: () => void): string | null;
  /** Called for each subscription, so it answers from memory; false refuses it (SUBACK 128). */
  maySubscribe(viewer: Viewer, topic: string): boolean;
  /** Called for each delivery, so it answers from memory. */
  mayReceive(viewer: Viewer, topic: string): boolean;
  /** Whether a viewer may publish on a topic. The message is delivered to no client. If not, the connection is closed. */
  mayMention(viewer: Viewer, topic: string): boolean;
  /** Called every second and by `recheck`: whether the viewer's connection must be closed. */
  hasEnded(viewer: Viewer): boolean;
  /** Called every second and by `recheck`: whether a publisher's connection must be closed, because its key was replaced. */
  hasLostAccess(publisher: Publisher): boolean;
  /** Called when a viewer has disconnected. */
  left(viewer: Viewer): void;
  /** Called once when a publisher was admitted and once when it left, with the same object. */
  publisherJoined(publisher: Publisher): void;
  publisherLeft(publisher: Publisher): void;
  /** Called when a device is not read for a while because it exceeds its rate. */
  heldBack(device: string, ms: number): void;
}

export interface BrokerLimits extends UnauthenticatedLimits {
  /** Maximum authenticated connections. */
  readonly connections: number;
  /** Maximum concurrent connections of one device; beyond it the oldest are closed. */
  readonly connectionsOfPublisher: number;
  /** Maximum concurrent connections of one viewer's name; further ones are refused. */
  readonly connectionsOfViewer: number;
  readonly rate: Rate;
  readonly largestMessageBytes: number;
  /** A viewer that does not read is dropped beyond this many unsent bytes. */
  readonly unsentBytes: number;
  readonly subscriptionsOfViewer: number;
}
