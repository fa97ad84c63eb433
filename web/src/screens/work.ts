// Screens of daily work: jobs and their runs, loaded together.
export { default as Jobs } from "./jobs/jobs";
export { default as JobEdit } from "./job-edit/job-edit";
export { default as Job } from "./job/job";
export { default as Executions } from "./executions/executions";
export { default as Active } from "./active/active";
export { default as Tasks } from "./tasks/tasks";
export { default as Dead } from "./dead/dead";
