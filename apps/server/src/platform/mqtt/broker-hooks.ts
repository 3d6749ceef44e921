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
  /** Version and transport, for people: 'MQTT 3.1.1, TLS' */
  readonly protocol: string;
}

/** Who a connection turned out to be: a publisher may only publish, a viewer may only subscribe. */
export type Admitted<Publisher, Viewer> =
  | {
      readonly role: 'publisher';
      readonly publisher: Publisher;
      /** The device, however it wrote its user name; null: many sign in by this name, and their connections are not counted by it. */
      readonly name: string | null;
    }
  | { readonly role: 'viewer'; readonly viewer: Viewer; readonly name: string };

interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Closes the connection that brought it, unacknowledged. */
  readonly sendAway: () => void;
}

export interface BrokerHooks<Publisher, Viewer> {
  /** Null refuses. */
  authenticate(login: MqttLogin): Promise<Admitted<Publisher, Viewer> | null>;
  /**
   * `done` lets the broker acknowledge; until then the publisher waits. Returns the device whose rate it uses; `null` for an
   * unknown one.
   */
  receive(publisher: Publisher, message: MqttMessage, done: () => void): string | null;
  /** Called for each subscription, so it answers from memory; false refuses it (SUBACK 128). */
  maySubscribe(viewer: Viewer, topic: string): boolean;
  /** Called for each delivery, so it answers from memory. */
  mayReceive(viewer: Viewer, topic: string): boolean;
  /** Whether a viewer may publish this, which is delivered to no client; otherwise its connection is closed. */
  mayMention(viewer: Viewer, topic: string): boolean;
  /** Called every second and by `recheck`: whether the viewer's connection must be closed. */
  hasEnded(viewer: Viewer): boolean;
  /** The same of a publisher: its key may have been replaced. */
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
  /** That have signed in. */
  readonly connections: number;
  /** How many connections one device may have at a time; the newest stay. */
  readonly connectionsOfPublisher: number;
  /** How many connections one viewer's name may have at a time; the newest are refused. */
  readonly connectionsOfViewer: number;
  readonly rate: Rate;
  readonly largestMessageBytes: number;
  /** A viewer that does not read is dropped beyond this many unsent bytes. */
  readonly unsentBytes: number;
  readonly subscriptionsOfViewer: number;
}
