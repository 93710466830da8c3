-- Imports read YAML too. Versions before this one write none of it.
alter table imports drop constraint imports_format_check;
alter table imports add check (format in ('json', 'csv', 'md', 'yaml'));
