/** Quantity that a board measures. */
export const boardTypes = ['eletric', 'water'] as const;
type BoardType = (typeof boardTypes)[number];

/** Number of phases that a board measures: one or three. */
export const boardModels = ['mono', 'tri'] as const;
export type BoardModel = (typeof boardModels)[number];

/** Hardware of a board, which determines the topic to which it publishes. */
export const boardEquipments = ['emd', 'emd3p'] as const;
export type BoardEquipment = (typeof boardEquipments)[number];

/** Type, model and equipment of a board. */
export interface BoardTraits {
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: BoardEquipment;
}

/** Default model and equipment. */
export const DEFAULT_MODEL: BoardModel = 'tri';
export const DEFAULT_EQUIPMENT: BoardEquipment = 'emd3p';
