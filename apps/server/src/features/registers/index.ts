export { openAdaptedStore } from './adapted-store.ts';
