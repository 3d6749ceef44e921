import { useEffect } from 'react';
import { Navigate } from 'react-router';
import { announce, METER_AREA_MS } from '../ui/snackbar.tsx';

/** An address with a MAC that is none leads home. */
export const InvalidMac = () => {
  useEffect(() => {
    announce('Endereço MAC inválido', { tone: 'bad', lastsMs: METER_AREA_MS });
  }, []);
  return <Navigate to="/home" replace />;
};
