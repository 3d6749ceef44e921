import type { EChartsType } from 'echarts/core';
import { useEffect, useRef } from 'react';
import type { BarChartOption } from './bar-option.ts';
import classes from './chart.module.css';
import { init } from './echarts-runtime.ts';

interface BarCanvasProps {
  readonly option: BarChartOption;
  readonly width: number;
  readonly height: number;
}

/** The only place that holds an ECharts instance; loaded with the first chart. */
export const BarCanvas = ({ option, width, height }: BarCanvasProps) => {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChartsType | null>(null);

  useEffect(() => {
    if (host.current === null) return;
    const made = init(host.current, null, { renderer: 'canvas' });
    chart.current = made;
    return () => {
      chart.current = null;
      made.dispose();
    };
  }, []);

  useEffect(() => {
    chart.current?.resize({ width, height, animation: { duration: 0 } });
  }, [width, height]);

  useEffect(() => {
    chart.current?.setOption(option, { replaceMerge: ['series'], lazyUpdate: false });
  }, [option]);

  return <div ref={host} className={classes.canvas} aria-hidden="true" />;
};
