import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { ConsumptionService } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { ReadingsService } from '../../telemetry/readings/index.ts';
import { generatedInCycle, isAtInverter } from './generated-energy.ts';
import { presentValues } from './present-values.ts';

export type MeterMetricsService = ReturnType<typeof createMeterMetricsService>;

type Frames = Awaited<ReturnType<ReadingsService['newest']>>;

interface Metric {
  readonly name: string;
  readonly help: string;
}

interface Sample {
  readonly metric: Metric;
  readonly labels: readonly (readonly [name: string, value: string])[];
  readonly value: number | null;
}

const CONSUMPTION = {
  eletric: { name: 'nascente_cycle_energy_kwh', help: 'Active energy of the billing cycle so far, kWh.' },
  water: { name: 'nascente_cycle_water_m3', help: 'Water of the billing cycle so far, m³.' },
} as const;
const FORECAST = {
  eletric: {
    name: 'nascente_cycle_energy_forecast_kwh',
    help: 'Active energy forecast for the end of the cycle, kWh.',
  },
  water: { name: 'nascente_cycle_water_forecast_m3', help: 'Water forecast for the end of the cycle, m³.' },
} as const;
const GENERATION: Metric = {
  name: 'nascente_cycle_generation_kwh',
  help: 'Energy that a meter at an inverter measured as generated in the billing cycle so far, kWh.',
};
const COST: Metric = { name: 'nascente_cycle_cost_brl', help: 'Cost of the billing cycle so far, R$.' };
const COST_FORECAST: Metric = {
  name: 'nascente_cycle_cost_forecast_brl',
  help: 'Cost forecast for the end of the cycle, R$.',
};
const COMPLETENESS: Metric = {
  name: 'nascente_cycle_completeness_ratio',
  help: 'Share of the expected quarter-hours of the cycle that were measured.',
};
const ESTIMATED: Metric = {
  name: 'nascente_cycle_estimated_ratio',
  help: 'Share of the expected quarter-hours of the cycle whose amount an import estimated.',
};
const LAST_SEEN: Metric = {
  name: 'nascente_last_reading_timestamp_seconds',
  help: 'Time of the newest reading, by the clock of the board.',
};
const POWER: Metric = {
  name: 'nascente_power_watts',
  help: 'Active power of a phase, by the newest reading of the last hour.',
};
const VOLTAGE: Metric = {
  name: 'nascente_voltage_volts',
  help: 'Voltage of a phase, by the newest reading of the last hour.',
};
const FLOW: Metric = {
  name: 'nascente_water_flow_litres_per_minute',
  help: 'Flow, by the newest reading of the last hour.',
};

const MS = 1_000;
const PHASES = [
  ['a', 'wa', 'va'],
  ['b', 'wb', 'vb'],
  ['c', 'wc', 'vc'],
] as const;

const escaped = (text: string): string =>
  text.replace(/[\\"\n]/g, (mark) => (mark === '\n' ? '\\n' : `\\${mark}`));

/** Values of a meter in its current billing cycle. */
type MeasuredCycle = readonly (readonly [metric: Metric, value: number | null])[];

const sharesIn = ({
  completeness,
  estimated = 0,
}: Pick<MonthSoFar, 'completeness' | 'estimated'>): MeasuredCycle => [
  [COMPLETENESS, completeness],
  [ESTIMATED, estimated],
];

const consumedIn = (type: Meter['type'], cycle: MonthSoFar): MeasuredCycle => [
  [CONSUMPTION[type], cycle.total],
  [COST, cycle.cost],
  [FORECAST[type], cycle.forecast.total],
  [COST_FORECAST, cycle.forecast.cost],
  ...sharesIn(cycle),
];

const samplesOf = (meter: Meter, cycle: MeasuredCycle, frames: Frames, now: Instant): readonly Sample[] => {
  const labels = [
    ['mac', meter.mac],
    ['meter', meter.name],
    ['establishment', meter.establishmentName],
  ] as const;
  const present = presentValues(frames, now);
  const seenAt = frames.at.at(-1);
  const complete = (metric: Metric, value: number | null): Sample => ({ metric, labels, value });
  return [
    ...cycle.map(([metric, value]) => complete(metric, value)),
    complete(LAST_SEEN, seenAt === undefined ? null : seenAt / MS),
    complete(FLOW, present('flow')),
    ...PHASES.flatMap(([phase, power, voltage]): Sample[] => [
      { metric: POWER, labels: [...labels, ['phase', phase]], value: present(power) },
      { metric: VOLTAGE, labels: [...labels, ['phase', phase]], value: present(voltage) },
    ]),
  ];
};

const lineOf = ({ metric, labels, value }: Sample): string =>
  `${metric.name}{${labels.map(([name, text]) => `${name}="${escaped(text)}"`).join(',')}} ${value}`;

/** The text format of Prometheus: samples of a metric follow its description. Unknown values are absent. */
const exposition = (samples: readonly Sample[]): string => {
  const measured = samples.filter(({ value }) => value !== null);
  const byName = Map.groupBy(measured, ({ metric }) => metric.name);
  const blocks = [...byName].map(([name, ofName]) =>
    [`# HELP ${name} ${ofName[0]?.metric.help ?? ''}`, `# TYPE ${name} gauge`, ...ofName.map(lineOf)].join(
      '\n',
    ),
  );
  return blocks.length === 0 ? '' : `${blocks.join('\n')}\n`;
};

export const createMeterMetricsService = (needs: {
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  consumption: Pick<ConsumptionService, 'month' | 'generation'>;
  readings: Pick<ReadingsService, 'newest'>;
  clock: () => Instant;
}) => {
  const { directory, consumption, readings, clock } = needs;

  const cycleOf = async (caller: Caller, meter: Meter): Promise<MeasuredCycle> => {
    if (!isAtInverter(meter)) return consumedIn(meter.type, await consumption.month(caller, meter.mac));
    const generated = await generatedInCycle(consumption, caller, meter, clock());
    return [[GENERATION, generated.total], ...sharesIn(generated)];
  };

  return {
    async read(caller: Caller): Promise<string> {
      requirePermission(caller, 'see-consumption');
      const samples: Sample[] = [];
      for (const meter of await directory.visibleMeters(caller)) {
        const [cycle, newest] = await Promise.all([
          cycleOf(caller, meter),
          readings.newest(caller, meter.mac),
        ]);
        samples.push(...samplesOf(meter, cycle, newest, clock()));
      }
      return exposition(samples);
    },
  };
};
