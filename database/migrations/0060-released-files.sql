-- A file that its record let go is nobody's until it is removed; one that no record has taken yet is its uploader's.
alter table app.file add column released_at timestamptz;
