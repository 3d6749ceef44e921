import { useEffect, useState } from 'react';

/** A value unchanged for this long, otherwise null. Null applies at once. */
export const useSettled = <Value>(value: Value | null, restMs: number): Value | null => {
  const [settled, setSettled] = useState<Value | null>(null);
  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return value !== null && settled === value ? settled : null;
};
