print("udfbench")
