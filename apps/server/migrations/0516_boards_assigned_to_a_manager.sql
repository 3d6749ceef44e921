-- The Manager who may install a board by its MAC alone; the next installation of the board ends the assignment.
alter table board add column assigned_to uuid references account on delete set null;
create index board_assigned_to on board (assigned_to) where assigned_to is not null;
