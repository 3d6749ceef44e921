import { randomBytes } from 'node:crypto';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import mqtt, { type MqttClient } from 'mqtt';

/** The first Admin of every server that a test starts. */
export const ADMIN = { email: 'admin@nascente.test', password: 'Nascente#2026' };

/** A board with the device key that it signs in by. */
export interface RealBoard {
  readonly mac: Mac;
  readonly key: string;
}

const newMac = (): Mac => {
  const pairs = randomBytes(2).toString('hex').toUpperCase();
  return normalizeMac(`A4:CF:12:0C:${pairs.slice(0, 2)}:${pairs.slice(2)}`) as Mac;
};

/** What programs of people ask of a server that runs as a process of its own. */
export const callsFromOutside = (port: number) => {
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(token === undefined ? {} : { 'access-token': token }),
        ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  const read = async <T>(method: string, path: string, body?: unknown, token?: string): Promise<T> => {
    const answer = await ask(method, path, body, token);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    ask,
    /** The answer of a call that must succeed. */
    read,
    async signIn({ email, password } = ADMIN): Promise<string> {
      const body = { email, password: Buffer.from(password).toString('base64') };
      return (await read<{ token: string }>('POST', '/login', body)).token;
    },
    /** A board that is provisioned and installed by the calls that people make. */
    async installBoard(token: string): Promise<RealBoard> {
      const mac = newMac();
      const board = { mac, type: 'eletric', model: 'tri', equipment: 'emd3p' };
      const { boards } = await read<{ boards: { key: string }[] }>(
        'POST',
        '/admin/boards',
        { boards: [board] },
        token,
      );
      const establishment = {
        name: 'Obra',
        address: 'Rua da Aurora, 10',
        postalCode: '50050-000',
        description: '',
      };
      const { location } = await read<{ location: { code: string } }>(
        'POST',
        '/location',
        establishment,
        token,
      );
      const installation = { locationCode: location.code, name: 'Geral', meter: mac };
      await read('POST', '/installation-meter', installation, token);
      return { mac, key: boards[0]?.key ?? '' };
    },
  };
};

/** A client that goes on trying until it is connected. */
export const connectWhenever = (port: number, { mac, key }: RealBoard): MqttClient =>
  mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: mac,
    password: key,
    reconnectPeriod: 200,
    queueQoSZero: false,
  });
