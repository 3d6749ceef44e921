import { MAX_BOARDS } from '@nascente/domain/sites/boards/board-sheet';
import {
  boardEquipments,
  boardModels,
  boardTypes,
  DEFAULT_EQUIPMENT,
  DEFAULT_MODEL,
} from '@nascente/domain/sites/boards/board-traits';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { emailAddress } from '../base/person-fields.ts';

const model = z.enum(boardModels, 'Modelo inválido: use mono ou tri');
const equipment = z.enum(boardEquipments, 'Equipamento inválido: use emd ou emd3p');

/** The message for a missing or invalid type; for a missing one the wording of the specification (section 5). */
const typeError = ({ input }: { readonly input?: unknown }): string =>
  input === undefined || input === ''
    ? 'Escolha um tipo para o medidor!'
    : 'Tipo inválido: use eletric ou water';

export const newBoard = z.strictObject({
  mac,
  type: described(
    '`tri`, from older clients, means electric with model tri.',
    z.enum(['tri', ...boardTypes], { error: typeError }),
  ),
  model: z._default(model, DEFAULT_MODEL),
  equipment: z._default(equipment, DEFAULT_EQUIPMENT),
});
export type NewBoard = z.output<typeof newBoard>;

const keyedBoard = z.object({ mac: z.string(), key: z.string() });
const codedBoard = z.object({
  mac: z.string(),
  code: z.string(),
  link: described(
    'Content of the QR code on its label: an address below PUBLIC_URL, otherwise a path on the host of the page.',
    z.string(),
  ),
});
const provisionedBoard = z.object({ ...keyedBoard.shape, ...codedBoard.shape });
/** A board with its key and printed claim code, which are shown once. */
export type ProvisionedBoard = z.output<typeof provisionedBoard>;
/** A board with the data of its printed label. */
export type LabelledBoard = z.output<typeof codedBoard>;
/** A board with those of its secrets that were renewed. */
export type BoardSecrets = Pick<ProvisionedBoard, 'mac'> & Partial<ProvisionedBoard>;

export const provisionBoards = defineCall({
  name: 'provisionBoards',
  route: 'POST /admin/boards',
  access: 'Admin',
  permission: 'provision-boards',
  summary: 'Adds boards to the inventory, all or nothing; each device key and claim code is shown once.',
  body: z.strictObject({
    boards: z.array(newBoard).check(z.minLength(1, 'Informe ao menos uma placa.'), z.maxLength(MAX_BOARDS)),
  }),
  fails: ['conflict'],
  success: 201,
  answer: { boards: z.array(provisionedBoard) },
});

export const findProvisioned = defineCall({
  name: 'findProvisioned',
  route: 'POST /admin/boards/check',
  effect: 'reads',
  access: 'Admin',
  permission: 'see-inventory',
  summary: 'Checks which of these boards are already in the inventory; stores nothing.',
  body: z.strictObject({
    macs: z.array(mac).check(z.minLength(1, 'Informe ao menos uma placa.'), z.maxLength(MAX_BOARDS)),
  }),
  answer: { existing: z.array(z.string()) },
});

/** States of a board: installed at an establishment, in stock, or installed but without a message for an hour. */
export const inventoryStates = ['installed', 'stock', 'silent'] as const;
export type InventoryState = (typeof inventoryStates)[number];

const owner = z.object({ _id: z.string(), name: z.string(), email: z.string() });

const listed = {
  mac: z.string(),
  type: z.enum(boardTypes),
  model: z.enum(boardModels),
  equipment: z.enum(boardEquipments),
  createdAt: answeredInstant,
  installation: described(
    'Current installation.',
    z.nullable(z.object({ name: z.string(), establishmentName: z.string(), owner })),
  ),
  assignedTo: described(
    'Manager who may install it by its MAC alone. The next installation ends the assignment.',
    z.nullable(owner),
  ),
  silent: described(
    'Whether it is installed and has had no accepted message for three of its intervals: at least two minutes, at most one hour.',
    z.boolean(),
  ),
  connection: described(
    'Start and end of its last connection; `null` if it never signed in itself.',
    z.nullable(z.object({ connectedAt: answeredInstant, disconnectedAt: z.nullable(answeredInstant) })),
  ),
  lastMessage: described('Time of its last accepted message.', z.nullable(answeredInstant)),
  refused: described('Number of refused frames in the last seven days.', z.int()),
};

/** A board as the list of the inventory shows it. */
export const inventoryBoard = z.object(listed);
export type InventoryBoard = z.output<typeof inventoryBoard>;

export const listInventory = defineCall({
  name: 'listInventory',
  route: 'GET /admin/boards',
  access: 'Admin',
  permission: 'see-inventory',
  summary: 'All boards by MAC; `search` matches MAC, owner and establishment.',
  query: z.strictObject({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Busca longa demais.'))),
    state: z.optional(z.enum(inventoryStates, 'Situação inválida: use installed, stock ou silent')),
    after: described('`next` of the previous page.', z.optional(mac)),
    limit: page.limit,
  }),
  answer: {
    boards: z.array(inventoryBoard),
    total: described('Number over all pages.', z.int()),
    next: z.nullable(z.string()),
  },
});

const pastInstallation = z.object({
  id: z.string(),
  name: z.string(),
  establishmentName: z.string(),
  zone: described('IANA zone of the establishment.', z.string()),
  owner,
  installedAt: answeredInstant,
  removedAt: described('`null` while it is installed there.', z.nullable(answeredInstant)),
});

const refusalCount = z.object({
  day: described('Civil day in America/Sao_Paulo.', z.string()),
  reason: z.string(),
  explanation: described('In Portuguese, for the operator.', z.string()),
  frames: z.int(),
});

const storedFrame = z.object({
  id: z.string(),
  receivedAt: answeredInstant,
  reason: z.string(),
  topic: z.string(),
  text: described('First bytes; bytes outside printable ASCII are written as \\xNN.', z.string()),
});

/** A board with its connections, rejections and history. */
export const inventoryBoardDetail = z.object({
  ...listed,
  connection: z.nullable(
    z.object({
      connectedAt: answeredInstant,
      disconnectedAt: z.nullable(answeredInstant),
      address: described(
        'The address as seen by the broker; behind a load balancer, the address of the balancer.',
        z.string(),
      ),
      protocol: described("Version and transport: 'MQTT 3.1.1, TLS'", z.string()),
      heldBackAt: described(
        'Time when it last had to wait because it was above its rate limit.',
        z.nullable(answeredInstant),
      ),
      bySharedCredential: described(
        'Whether it signed in with BOARD_CREDENTIALS; then it is the last connection that sent data of the board.',
        z.boolean(),
      ),
    }),
  ),
  installations: described('Newest first.', z.array(pastInstallation)),
  hasReadings: described(
    'Whether one of its readings was ever accepted; then its properties cannot change.',
    z.boolean(),
  ),
  hasClaimCode: described('Whether a claim code was ever created for it.', z.boolean()),
  refusals: described('Last thirty days, newest first.', z.array(refusalCount)),
  storedFrames: described('The newest refused frames.', z.array(storedFrame)),
});
export type InventoryBoardDetail = z.output<typeof inventoryBoardDetail>;

export const readInventoryBoard = defineCall({
  name: 'readInventoryBoard',
  route: 'GET /admin/boards/:mac',
  access: 'Admin',
  permission: 'see-inventory',
  summary: 'A board with its installations, its last connection and its refused messages.',
  answer: { board: inventoryBoardDetail },
});

export const editInventoryBoard = defineCall({
  name: 'editInventoryBoard',
  route: 'PATCH /admin/boards/:mac',
  access: 'Admin',
  permission: 'provision-boards',
  summary: 'Changes the properties of a board without any accepted reading; otherwise 409.',
  body: z.strictObject({
    type: z.enum(boardTypes, { error: typeError }),
    model,
    equipment,
  }),
  fails: ['conflict'],
  answer: { board: inventoryBoardDetail },
});

export const rotateDeviceKey = defineCall({
  name: 'rotateDeviceKey',
  route: 'POST /admin/boards/:mac/key',
  access: 'Admin',
  permission: 'provision-boards',
  needsRecentProof: 'sessions',
  summary: 'Creates a new device key for a board, shown once. The old key and its connection end at once.',
  success: 201,
  answer: { board: keyedBoard },
});

export const rotateClaimCode = defineCall({
  name: 'rotateClaimCode',
  route: 'POST /admin/boards/:mac/claim-code',
  access: 'Admin',
  permission: 'provision-boards',
  needsRecentProof: 'sessions',
  summary: 'Creates a new claim code for a board, shown once. The old code ends at once.',
  success: 201,
  answer: { board: codedBoard },
});

export const releaseBoard = defineCall({
  name: 'releaseBoard',
  route: 'POST /admin/boards/:mac/release',
  access: 'Admin',
  permission: 'provision-boards',
  summary:
    'Removes a board from the installation of another account and notifies its owner; its measurements stay. Otherwise 409.',
  fails: ['conflict'],
  answer: { board: inventoryBoardDetail },
});

const assignment = z.strictObject({
  mac,
  email: described('Account of a Manager; `null` ends the assignment.', z.nullable(emailAddress)),
});
export type BoardAssignment = z.output<typeof assignment>;

export const assignBoards = defineCall({
  name: 'assignBoards',
  route: 'POST /admin/boards/assign',
  access: 'Admin',
  permission: 'provision-boards',
  summary:
    'Assigns boards in stock to Managers, who may install them by the MAC alone; all or nothing. Also accepts CSV lines `mac,e-mail`.',
  body: z.strictObject({
    boards: z.array(assignment).check(z.minLength(1, 'Informe ao menos uma placa.'), z.maxLength(MAX_BOARDS)),
  }),
  answer: { assigned: described('Boards of the request.', z.int()) },
});

export const removeInventoryBoard = defineCall({
  name: 'removeInventoryBoard',
  route: 'DELETE /admin/boards/:mac',
  access: 'Admin',
  permission: 'provision-boards',
  summary: 'Removes a board that was never installed from the inventory; otherwise 409.',
  fails: ['conflict'],
});
