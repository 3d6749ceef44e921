import classes from './work-progress.module.css';

interface WorkProgressProps {
  /** What is counted. */
  readonly label: string;
  readonly done: number;
  readonly of: number;
  /** How far it is, in words. */
  readonly children: string;
}

/** How far the server is with what takes it a while. */
export const WorkProgress = ({ label, done, of, children }: WorkProgressProps) => (
  <div className={classes.progress} role="status">
    <progress value={done} max={of} aria-label={label} />
    <span>{children}</span>
  </div>
);
