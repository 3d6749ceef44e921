import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { announce } from '../ui/snackbar.tsx';

/** Spec, section 9: messages of the meter areas stay for six seconds. */
export const METER_AREA_MS = 6000;

/** An address with a MAC that is none leads home. */
export const InvalidMac = () => {
  useEffect(() => {
    announce('Endereço MAC inválido', { tone: 'bad', lastsMs: METER_AREA_MS });
  }, []);
  return <Navigate to="/home" replace />;
};
