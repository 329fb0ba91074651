import CScanbeam
