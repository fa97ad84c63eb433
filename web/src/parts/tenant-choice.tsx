// Whose it is to be, for those who look at all tenants.
import { tenantTitle, useTenants } from "../data/tenants";
import { Choice } from "./fields";

export function TenantChoice({ name, value, onChange }: { name: string; value: string; onChange: (tenant: string) => void }) {
	const tenants = useTenants();
	return (
		<Choice label="Tenant" name={name} value={value} onChange={onChange} isRequired
			choices={[["", "Choose a tenant"], ...(tenants.data.value?.data ?? []).map((one) => [one.id, tenantTitle(one)] as const)]} />
	);
}
