/** What a client gave to sign in with. */
export interface MqttLogin {
  readonly username: string;
  readonly password: Buffer;
  readonly clientId: string;
  readonly link: MqttLink;
}

/** How a client is connected. */
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
      /** Many devices sign in with this user name: their number is not limited. */
      readonly isShared: boolean;
    }
  | { readonly role: 'viewer'; readonly viewer: Viewer };

export interface MqttMessage {
  readonly topic: string;
  readonly payload: Buffer;
}

/** What the features decide for the broker. */
export interface BrokerHooks<Publisher, Viewer> {
  /** Null refuses. */
  authenticate(login: MqttLogin): Promise<Admitted<Publisher, Viewer> | null>;
  /** `done` lets the broker acknowledge; until then the publisher waits. */
  receive(publisher: Publisher, message: MqttMessage, done: () => void): void;
  /** Asked for each subscription; no is answered to the client as a refused one (SUBACK 128). */
  maySubscribe(viewer: Viewer, topic: string): Promise<boolean>;
  /** Asked for each delivery, so it answers from memory. */
  mayReceive(viewer: Viewer, topic: string): boolean;
  /** Asked every second, and by `recheck`: whether the viewer's connection is to be closed. */
  hasEnded(viewer: Viewer): boolean;
  /** The same of a publisher: its key may have been replaced. */
  hasLostAccess(publisher: Publisher): boolean;
  /** Told when a viewer has left. */
  left(viewer: Viewer): void;
  /** Told when a publisher was admitted and when it left: one object, once each. */
  publisherJoined(publisher: Publisher, link: MqttLink): void;
  publisherLeft(publisher: Publisher): void;
}

export interface BrokerLimits {
  readonly connections: number;
  /** Of one user name that is not shared, at a time; the newest stay. */
  readonly connectionsOfPublisher: number;
  readonly largestMessageBytes: number;
  /** A viewer that does not read is dropped beyond this many unsent bytes. */
  readonly unsentBytes: number;
  readonly subscriptionsOfViewer: number;
}
