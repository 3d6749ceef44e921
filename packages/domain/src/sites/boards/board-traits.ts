/** The quantity of a board. */
export const boardTypes = ['eletric', 'water'] as const;
export type BoardType = (typeof boardTypes)[number];

/** Over how many phases. */
export const boardModels = ['mono', 'tri'] as const;
export type BoardModel = (typeof boardModels)[number];

/** Its hardware, and so the topic that it publishes to. */
export const boardEquipments = ['emd', 'emd3p'] as const;
export type BoardEquipment = (typeof boardEquipments)[number];

/** The type of a board, without its address. */
export interface BoardTraits {
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: BoardEquipment;
}

/** Where nothing is said of them. */
export const DEFAULT_MODEL: BoardModel = 'tri';
export const DEFAULT_EQUIPMENT: BoardEquipment = 'emd3p';
