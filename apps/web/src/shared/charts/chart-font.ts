import { useEffect, useState } from 'react';

/** The font that charts are lettered with, in words of CSS. */
interface ChartFont {
  readonly family: string;
}

const read = (): ChartFont => ({
  family: getComputedStyle(document.documentElement).getPropertyValue('--font').trim(),
});

/** Another object once the bundled font has come: what was measured with the one before is measured again. */
export const useChartFont = (): ChartFont => {
  const [font, setFont] = useState(read);
  useEffect(() => {
    const again = () => setFont(read());
    document.fonts?.addEventListener('loadingdone', again);
    return () => document.fonts?.removeEventListener('loadingdone', again);
  }, []);
  return font;
};
