-- Up Migration

comment on table app_policies is 'What the integrator has set for signed-in users; the rest is the default (domain/rules/policy.ts)';
