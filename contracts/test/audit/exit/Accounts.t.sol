// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice Makes several calls in one transaction, for its owner or, as the code of an account, for itself.
contract BatchWallet {
    struct Call {
        address to;
        bytes data;
    }

    function execute(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = calls[i].to.call(calls[i].data);
            if (ok) continue;
            assembly ("memory-safe") {
                revert(add(reason, 0x20), mload(reason))
            }
        }
    }
}

/// @notice Accounts with code: contract wallets, and wallets that delegate to code (EIP-7702). They leave by
/// their own call like any other; several calls in one transaction count one after the other.
contract ExitAccountsTest is ExitFixture {
    BatchWallet private wallet;
    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        wallet = new BatchWallet();
        earn(nodeVault, usdtToken(), address(wallet), 1_000e18);
        earn(nodeVault, usdtToken(), alice, 1_000e18);
        epoch = postFinal();
    }

    /// @dev The code that a delegation of EIP-7702 gives an account.
    function _delegate(address account) private {
        vm.etch(account, address(wallet).code);
    }

    function _proof(address account) private view returns (Proof memory) {
        return proofOf(epoch, nodeVault, usdtToken(), account);
    }

    function _claimData(address account, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(IWithdrawalVault.claim, (address(usdt), amount, _proof(account)));
    }

    function _transferData(address account, address to, uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(IWithdrawalVault.transferWithin, (address(usdt), to, amount, _proof(account)));
    }

    function _batch(bytes memory first, bytes memory second) private view returns (BatchWallet.Call[] memory calls) {
        calls = new BatchWallet.Call[](2);
        calls[0] = BatchWallet.Call(address(nodeVault), first);
        calls[1] = BatchWallet.Call(address(nodeVault), second);
    }

    function test_contractWalletClaimsAndTransfers() public {
        wallet.execute(_batch(_claimData(address(wallet), 400e18), _transferData(address(wallet), bob, 600e18)));
        assertEq(usdt.balanceOf(address(wallet)), 380e18);
        assertEq(nodeVault.credited(bob, address(usdt)), 600e18);
    }

    function test_attack_contractWalletClaimsTwiceInOneTransaction() public {
        bytes memory all = _claimData(address(wallet), 1_000e18);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, 1_000e18, 0));
        wallet.execute(_batch(all, all));
        assertEq(usdt.balanceOf(address(wallet)), 0);
    }

    function test_attack_contractWalletTransfersAndClaimsTheSame() public {
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, 1_000e18, 400e18));
        wallet.execute(_batch(_transferData(address(wallet), bob, 600e18), _claimData(address(wallet), 1_000e18)));
    }

    /// @dev Whoever may make a wallet call acts for that wallet alone, not for who calls it.
    function test_attack_contractWalletUsesItsOwnersProof() public {
        bytes memory own = _claimData(alice, ALL);
        BatchWallet.Call[] memory calls = _batch(own, own);
        vm.prank(alice);
        vm.expectRevert(IRootRegistry.ProofInvalid.selector);
        wallet.execute(calls);
    }

    function test_attack_delegatedAccountClaimsTwiceInOneTransaction() public {
        _delegate(alice);
        bytes memory all = _claimData(alice, 1_000e18);
        BatchWallet.Call[] memory calls = _batch(all, all);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.ClaimableExceeded.selector, 1_000e18, 0));
        BatchWallet(alice).execute(calls);
    }

    /// @dev A voucher and a claim in one transaction: whichever comes first, the other counts what it left.
    function test_attack_delegatedAccountUsesVoucherAndClaimTogether() public {
        _delegate(alice);
        dr.transfer(alice, 100e18);
        vm.prank(alice);
        dr.approve(address(nodeVault), 100e18);
        Withdraw memory v = withdrawUsdtOf(nodeVault, alice, 300e18);
        bytes memory voucher = abi.encodeCall(
            IWithdrawalVault.withdrawUSDT,
            (v.amount, v.burnAmount, v.orderId, v.deadline, sign(usdtDigestOf(nodeVault, v)))
        );
        BatchWallet.Call[] memory calls = _batch(_claimData(alice, 500e18), voucher);
        vm.prank(alice);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        BatchWallet(alice).execute(calls);
        calls = _batch(voucher, _claimData(alice, ALL));
        vm.prank(alice);
        BatchWallet(alice).execute(calls);
        assertEq(nodeVault.paid(alice, address(usdt)), 1_000e18);
        assertEq(usdt.balanceOf(alice), 300e18 + 665e18);
    }

    /// @dev Deposits, claims and locks of a delegated account are its own, as those of any.
    function test_delegatedAccountDepositsLocksAndLeaves() public {
        _delegate(alice);
        depositFor(alice, usdtToken(), 200e18);
        vm.prank(alice);
        registry.lockClaims();
        BatchWallet.Call[] memory calls = _batch(_claimData(alice, 10e18), _claimData(alice, 10e18));
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.ClaimsAreLocked.selector, ALL));
        BatchWallet(alice).execute(calls);
        vm.prank(alice);
        registry.unlockClaims();
        skip(3 days);
        claim(alice, nodeVault, usdtToken(), ALL, _proof(alice));
        assertEq(usdt.balanceOf(alice), 200e18 + 950e18);
    }
}
