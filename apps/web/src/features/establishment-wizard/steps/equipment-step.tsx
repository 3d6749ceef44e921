import { maskCount } from '../typed/typed-figures.ts';
import { CustomEquipment } from './custom-equipment.tsx';
import styles from './wizard-fields.module.css';
import { MaskedTextField } from './wizard-fields.tsx';

const MOST_BTU_DIGITS = 7;
const MOST_QUANTITY_DIGITS = 5;

const maskBtu = (typed: string) => maskCount(typed, MOST_BTU_DIGITS);
const maskQuantity = (typed: string) => maskCount(typed, MOST_QUANTITY_DIGITS);

const COOLING = [
  { name: 'airConditioning', title: 'Ar-condicionado' },
  { name: 'refrigeration', title: 'Refrigeração' },
] as const;

/** Step 3: what uses energy. Nothing of it is required. */
export const EquipmentStep = () => (
  <>
    {COOLING.map(({ name, title }) => (
      <fieldset key={name} className={styles.group}>
        <legend>{title}</legend>
        <div className={styles.pair}>
          <MaskedTextField
            name={`equipmentsMetaData.${name}.btu`}
            label="Potência (BTU/h)"
            description="De um aparelho."
            inputMode="numeric"
            mask={maskBtu}
          />
          <MaskedTextField
            name={`equipmentsMetaData.${name}.quantity`}
            label="Quantidade"
            inputMode="numeric"
            mask={maskQuantity}
          />
        </div>
      </fieldset>
    ))}
    <CustomEquipment />
  </>
);
