// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

/// @title AdminRoles: who announces and who cancels changes, as the admin itself says
/// @dev The admin is the time-lock (`AdminTimelock`), whose roles may change; so it is asked each time.
library AdminRoles {
    bytes32 private constant PROPOSER_ROLE = keccak256("PROPOSER_ROLE");
    bytes32 private constant CANCELLER_ROLE = keccak256("CANCELLER_ROLE");

    /// @dev Whether `account` is the admin, or may announce or cancel its changes (proposer, guardian).
    function isHeldBy(address admin, address account) internal view returns (bool) {
        if (account == admin) return true;
        if (admin.code.length == 0) return false; // a key: it has no roles to hold
        IAccessControl roles = IAccessControl(admin);
        return roles.hasRole(PROPOSER_ROLE, account) || roles.hasRole(CANCELLER_ROLE, account);
    }
}
