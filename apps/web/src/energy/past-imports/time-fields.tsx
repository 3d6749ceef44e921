import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import type { FileReadingJson } from '@nascente/contract/energy/past-imports';
import {
  PAST_HOURS,
  PAST_LONG_ROWS,
  PAST_REPEATS,
  PAST_TIMES,
} from '@nascente/domain/energy/past-imports/file-reading';
import group from '../../shared/forms/fields/field-group.module.css';
import { hourNames, longRowNames, repeatNames, timeNames } from './past-words.ts';

interface TimeFieldsProps {
  readonly reading: FileReadingJson;
  readonly isWater: boolean;
  readonly onChange: (change: Partial<FileReadingJson>) => void;
}

const ENDS = [
  { value: 'start', label: 'o início do intervalo' },
  { value: 'end', label: 'o fim do intervalo' },
];
const TIMES = PAST_TIMES.map((value) => ({ value, label: timeNames[value] }));
const HOURS = PAST_HOURS.map((value) => ({ value, label: hourNames[value] }));
const LONG_ROWS = PAST_LONG_ROWS.map((value) => ({ value, label: longRowNames[value] }));
const REPEATS = PAST_REPEATS.map((value) => ({ value, label: repeatNames[value] }));

/** What instants mean, and the constant of pulses. */
export const TimeFields = ({ reading, isWater, onChange }: TimeFieldsProps) => (
  <>
    <div className={group.fields}>
      <NativeSelect
        label="Data escrita como"
        data={TIMES}
        value={reading.time}
        onChange={(event) =>
          onChange({ time: PAST_TIMES.find((one) => one === event.currentTarget.value) ?? 'dmy' })
        }
      />
      <NativeSelect
        label="Hora escrita como"
        data={HOURS}
        value={reading.hours}
        onChange={(event) =>
          onChange({ hours: PAST_HOURS.find((one) => one === event.currentTarget.value) ?? 'clock' })
        }
      />
      <NativeSelect
        label="O instante é"
        data={ENDS}
        value={reading.instant}
        onChange={(event) => onChange({ instant: event.currentTarget.value === 'end' ? 'end' : 'start' })}
      />
      <TextInput
        type="number"
        label="Intervalo (minutos)"
        min={1}
        max={44640}
        value={reading.intervalMinutes}
        onChange={(event) => onChange({ intervalMinutes: Number(event.currentTarget.value) })}
      />
      <TextInput
        label="Fuso horário"
        description="Como America/Sao_Paulo; datas com fuso próprio o dispensam."
        value={reading.zone}
        onChange={(event) => onChange({ zone: event.currentTarget.value })}
      />
      <NativeSelect
        label="Linhas do mesmo instante"
        data={REPEATS}
        value={reading.repeats}
        onChange={(event) =>
          onChange({ repeats: PAST_REPEATS.find((one) => one === event.currentTarget.value) ?? 'ask' })
        }
      />
      <NativeSelect
        label="Linhas de mais de uma hora"
        description="Distribuídas, só valem para os totais: demanda e horários não são conhecidos."
        data={LONG_ROWS}
        value={reading.longRows}
        onChange={(event) =>
          onChange({
            longRows: PAST_LONG_ROWS.find((one) => one === event.currentTarget.value) ?? 'refused',
          })
        }
      />
      {reading.values.some(({ unit }) => unit === 'pulse') && (
        <TextInput
          type="number"
          label={isWater ? 'Litros por pulso' : 'Wh por pulso'}
          description="Está na placa do medidor."
          min={0}
          step="any"
          value={reading.pulse ?? ''}
          onChange={(event) => {
            const pulse = Number(event.currentTarget.value);
            const open = reading.open.filter((about) => about !== 'pulse');
            onChange({ pulse: pulse > 0 ? pulse : null, open: pulse > 0 ? open : [...open, 'pulse'] });
          }}
        />
      )}
    </div>
    <Checkbox
      label="A linha de 0:00 ainda traz a data do dia que termina"
      checked={reading.lateMidnight}
      onChange={(event) => onChange({ lateMidnight: event.currentTarget.checked })}
    />
  </>
);
