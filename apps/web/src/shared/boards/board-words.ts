import type { Board } from '@nascente/contract/sites/meters';

export const typeWords = (type: Board['type']): string => (type === 'water' ? 'Água' : 'Energia elétrica');

export const modelWords = (model: Board['model']): string => (model === 'mono' ? 'Monofásico' : 'Trifásico');
