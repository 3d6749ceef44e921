import type { ButtonHTMLAttributes } from 'react';
import { Link } from 'react-router';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children' | 'aria-label'> {
  icon: IconName;
  /** What it does, in words. */
  label: string;
  /** With a hairline round it, as step buttons beside a date have. */
  outlined?: boolean;
}

/** A button of one icon, 44 px to the finger; the words are its name and its tooltip. */
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

/** A link of one icon, as large as an icon button. */
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
