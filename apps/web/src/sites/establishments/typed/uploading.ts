import { createContext, useContext } from 'react';

const Uploading = createContext<(isUploading: boolean) => void>(() => undefined);
export const UploadingProvider = Uploading.Provider;

/** Tells the wizard that a file is on its way, so that nothing is saved without it; it goes on behind another step. */
export const useTellUploading = () => useContext(Uploading);
