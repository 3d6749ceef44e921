import { Link, useLocation } from 'react-router';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import styles from './places.module.css';
import { barPlacesFor, placeAt } from './places.ts';

/** The places at the lower edge of a phone; wider windows have the drawer. */
export const PlaceBar = () => {
  const { profile } = useUser();
  const { pathname } = useLocation();
  const current = placeAt(pathname);
  return (
    <nav className={styles.bar} aria-label="Lugares">
      {barPlacesFor(profile).map(({ name, to, label, icon }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          {label}
        </Link>
      ))}
    </nav>
  );
};
