import type { Board } from '@nascente/contract/meters';

export const typeWords = (type: Board['type']): string => (type === 'water' ? 'Água' : 'Energia elétrica');

export const modelWords = (model: Board['model']): string => (model === 'mono' ? 'Monofásico' : 'Trifásico');
