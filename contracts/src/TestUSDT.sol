// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Ownerless} from "./Ownerless.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title Test USDT: the payment token of a local chain
/// @notice 18 decimals and no permit, like the BEP-20 USDT. Anyone may claim, up to `CLAIM_MAX` per address
/// and `CLAIM_COOLDOWN`. Refuses to be deployed on BNB Smart Chain (56).
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract TestUSDT is ERC20, Ownerless {
    /// @notice The maximum one claim gives (base units).
    uint256 public constant CLAIM_MAX = 10_000e18;
    /// @notice Seconds between two claims for one address.
    uint256 public constant CLAIM_COOLDOWN = 1 hours;

    /// @notice When `account` may be given test USDT again (Unix seconds; 0 before the first claim).
    mapping(address account => uint256 timestamp) public nextClaimAt;

    /// @notice `account` was given `amount` base units by the faucet.
    event Claimed(address indexed account, uint256 amount);

    /// @notice This token has no place on a real network.
    error MainnetForbidden();
    /// @notice More than `CLAIM_MAX` was asked for.
    error ClaimTooLarge(uint256 amount, uint256 max);
    /// @notice The address was served less than `CLAIM_COOLDOWN` ago.
    error ClaimTooSoon(uint256 nextClaimAt);

    constructor(address holder, uint256 amount) ERC20("Test USDT", "USDT") {
        if (block.chainid == 56) revert MainnetForbidden();
        _mint(holder, amount);
    }

    /// @notice Mints `amount` base units to `account`; anyone may call it for anyone, the limit is the
    /// receiver's.
    function claim(address account, uint256 amount) external {
        if (amount > CLAIM_MAX) revert ClaimTooLarge(amount, CLAIM_MAX);
        uint256 next = nextClaimAt[account];
        if (block.timestamp < next) revert ClaimTooSoon(next);
        nextClaimAt[account] = block.timestamp + CLAIM_COOLDOWN;
        emit Claimed(account, amount);
        _mint(account, amount);
    }
}
