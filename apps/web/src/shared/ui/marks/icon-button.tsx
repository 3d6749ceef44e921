import type { ButtonHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  icon: IconName;
  label: string;
  outlined?: boolean;
}

/** A button with an icon and a 44 px target; the label is its name and tooltip. */
export const IconButton = ({ icon, label, outlined = false, className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={classNames(styles.button, outlined && styles.outlined, className)}
  >
    <Icon name={icon} />
  </button>
);

export const IconLink = ({
  icon,
  label,
  to,
  className,
}: Pick<IconButtonProps, 'icon' | 'label' | 'className'> & { to: string }) => (
  <Link to={to} title={label} aria-label={label} className={classNames(styles.button, className)}>
    <Icon name={icon} />
  </Link>
);
