import classes from './work-progress.module.css';

interface WorkProgressProps {
  readonly label: string;
  readonly done: number;
  readonly of: number;
  readonly children: string;
}

export const WorkProgress = ({ label, done, of, children }: WorkProgressProps) => (
  <div className={classes.progress} role="status">
    <progress value={done} max={of} aria-label={label} />
    <span>{children}</span>
  </div>
);
