import { CustomEquipment } from './custom-equipment.tsx';
import styles from './wizard-fields.module.css';
import { TextField } from './wizard-fields.tsx';

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
          <TextField
            name={`equipmentsMetaData.${name}.btu`}
            label="Potência (BTU/h)"
            description="De um aparelho."
            inputMode="numeric"
          />
          <TextField name={`equipmentsMetaData.${name}.quantity`} label="Quantidade" inputMode="numeric" />
        </div>
      </fieldset>
    ))}
    <CustomEquipment />
  </>
);
