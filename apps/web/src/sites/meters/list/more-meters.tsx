import { Button } from '@mantine/core';
import '@mantine/core/styles/Button.css';
import { useEffect, useRef } from 'react';
import styles from './meters-browser.module.css';

/** The end of what is drawn of a long list: more comes as it is scrolled near, or pressed. */
export const MoreMeters = ({ onMore }: { readonly onMore: () => void }) => {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { rootMargin: '600px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [onMore]);
  return (
    <div ref={ref} className={styles.more}>
      <Button variant="default" onClick={onMore}>
        Mostrar mais
      </Button>
    </div>
  );
};
